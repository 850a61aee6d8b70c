// Where the page begins.
import { openConnection } from './connection/openConnection';
import { startStudio } from './start';
import { createView } from './view/createView';

const root = document.getElementById('studio');
if (root) {
    void openConnection().then((connection) => startStudio(root, connection, createView()));
}
