// The entry point of the page.
import { openConnection } from './connection/openConnection';
import { startStudio } from './start';
import { createView } from './view/createView';

// ?quality=best waits for the best picture, for screenshots in print.
const quality = new URLSearchParams(location.search).get('quality') === 'best' ? 'best' : 'automatic';
const root = document.getElementById('studio');
if (root) {
    openConnection()
        .then((connection) => startStudio(root, connection, createView(quality)))
        .catch((problem: unknown) => {
            const message = document.createElement('p');
            message.setAttribute('role', 'alert');
            message.textContent = `The studio cannot start here: ${problem instanceof Error ? problem.message : String(problem)}.`;
            root.replaceChildren(message);
        });
}
