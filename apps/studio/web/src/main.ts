// Where the page begins.
import { openConnection } from './connection/openConnection';
import { startStudio } from './start';
import { createView } from './view/createView';

// Pictures for a page of print are worth waiting for: ?quality=best.
const quality = new URLSearchParams(location.search).get('quality') === 'best' ? 'best' : 'automatic';
const root = document.getElementById('studio');
if (root) {
    openConnection()
        .then((connection) => startStudio(root, connection, createView(quality)))
        .catch((problem: unknown) => {
            const said = document.createElement('p');
            said.setAttribute('role', 'alert');
            said.textContent = `The studio cannot start here: ${problem instanceof Error ? problem.message : String(problem)}.`;
            root.replaceChildren(said);
        });
}
