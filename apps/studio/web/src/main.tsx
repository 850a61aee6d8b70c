// Where the page begins.
import { render } from 'preact';

const root = document.getElementById('studio');
if (root) {
    render(<main />, root);
}
