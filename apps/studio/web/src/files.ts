// Files and links: recordings that are opened, recordings and pages that are saved, links that are copied.
import { placeToHash } from './share';
import type { Studio } from './studio';
import { complain, say } from './toasts';

function save(blob: Blob, name: string): void {
    const address = URL.createObjectURL(blob);
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = name;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function fileName(studio: Studio, ending: string): string {
    const title = studio.state.welcome.value?.title ?? 'orrery';
    return `${title.toLowerCase().replace(/[^a-z0-9]+/g, '_') || 'orrery'}.${ending}`;
}

export async function saveRecording(studio: Studio): Promise<void> {
    try {
        save(await studio.connection.recording(), fileName(studio, 'orrery'));
    } catch (error) {
        complain(studio.state, error);
    }
}

export async function exportPage(studio: Studio): Promise<void> {
    try {
        const page = await studio.connection.exportPage?.();
        if (page) {
            save(page, fileName(studio, 'html'));
        }
    } catch (error) {
        complain(studio.state, error);
    }
}

/** The link is put into the address bar as well, for browsers that do not allow access to the clipboard. */
export async function shareLink(studio: Studio): Promise<void> {
    const { state, view } = studio;
    const hash = placeToHash({
        scene: state.welcome.value?.scene ?? null,
        frame: Math.round(state.shown.value),
        camera: view.camera(),
        selection: state.selection.value,
    });
    history.replaceState(null, '', hash);
    try {
        await navigator.clipboard.writeText(location.href);
        say(state, 'Copied a link to this moment');
    } catch {
        say(state, 'The link to this moment is in the address bar');
    }
}

export async function openFile(studio: Studio, file: File): Promise<void> {
    try {
        await studio.connection.openRecording(await file.arrayBuffer(), file.name);
        say(studio.state, `Opened ${file.name}`);
    } catch (error) {
        complain(studio.state, error);
    }
}

/** A recording may be dropped anywhere on the page. */
export function acceptDrops(studio: Studio): void {
    const { dialog } = studio.state;
    const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    window.addEventListener('dragover', (event) => {
        if (holdsFile(event)) {
            event.preventDefault();
            dialog.value = 'drop';
        }
    });
    window.addEventListener('dragleave', (event) => {
        if (event.relatedTarget === null && dialog.value === 'drop') {
            dialog.value = 'none';
        }
    });
    window.addEventListener('drop', (event) => {
        const file = event.dataTransfer?.files[0];
        if (dialog.value === 'drop') {
            dialog.value = 'none';
        }
        if (file) {
            event.preventDefault();
            void openFile(studio, file);
        }
    });
}
