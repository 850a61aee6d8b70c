// Dialogs: the list of scenes, the list of shortcuts, and the target for a dropped file.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useStudio } from '../context';
import { openFile } from '../files';
import { shortcuts } from '../keyboard';
import type { ScenesAnswer } from '../protocol';
import { Button } from '../widgets/Button';

export function Dialogs() {
    const { state } = useStudio();
    switch (state.dialog.value) {
        case 'shortcuts':
            return <Shortcuts />;
        case 'scenes':
            return <Scenes />;
        case 'drop':
            return (
                <div class="drop-target">
                    <p>Drop the recording to open it</p>
                </div>
            );
        default:
            return null;
    }
}

/** A modal dialog. It traps the focus and restores it when it closes. */
function Sheet({ title, children }: { title: string; children: ComponentChildren }) {
    const { state } = useStudio();
    const box = useRef<HTMLDialogElement>(null);
    const close = (): void => void (state.dialog.value = 'none');
    useEffect(() => {
        const element = box.current;
        element?.showModal();
        return () => element?.close();
    }, []);
    return (
        <dialog ref={box} class="sheet" aria-label={title} onClose={close} onClick={(event) => event.target === box.current && close()}>
            <header>
                <h1>{title}</h1>
                <Button icon="close" title="Close (Esc)" onClick={close} />
            </header>
            <div class="sheet-body">{children}</div>
        </dialog>
    );
}

function Shortcuts() {
    return (
        <Sheet title="Keyboard">
            <dl class="shortcuts">
                {shortcuts.map((shortcut) => (
                    <div>
                        <dt>
                            <kbd>{shortcut.keys}</kbd>
                        </dt>
                        <dd>{shortcut.title}</dd>
                    </div>
                ))}
            </dl>
            <p class="note">
                On the timeline: drag to scrub, wheel to zoom, Shift and wheel or the middle button to pan, double-click to set a bookmark.
            </p>
        </Sheet>
    );
}

function Scenes() {
    const studio = useStudio();
    const { state } = studio;
    const welcome = state.welcome.value;
    const scenes = useSignal<ScenesAnswer['scenes']>([]);
    const file = useRef<HTMLInputElement>(null);
    const close = (): void => void (state.dialog.value = 'none');

    useEffect(() => {
        if (welcome?.canOpenScenes) {
            void studio.ask<ScenesAnswer>({ do: 'scenes' }).then((answer) => (scenes.value = answer?.scenes ?? []));
        }
    }, []);

    return (
        <Sheet title="Scenes">
            {welcome && (
                <p class="about">
                    <strong>{welcome.title}</strong>
                    {welcome.about && ` – ${welcome.about}`}
                </p>
            )}
            <ul class="scenes">
                {scenes.value.map((scene) => (
                    <li>
                        <button
                            type="button"
                            aria-current={scene.name === welcome?.scene}
                            onClick={() => {
                                close();
                                void studio.ask({ do: 'open', scene: scene.name });
                            }}
                        >
                            <strong>{scene.title}</strong>
                            <span>{scene.about}</span>
                        </button>
                    </li>
                ))}
            </ul>
            <footer>
                <input
                    ref={file}
                    type="file"
                    accept=".orrery"
                    hidden
                    onChange={(event) => {
                        const chosen = event.currentTarget.files?.[0];
                        close();
                        if (chosen) {
                            void openFile(studio, chosen);
                        }
                    }}
                />
                <Button icon="download" title="Open a recording from a file" onClick={() => file.current?.click()}>
                    Open a recording…
                </Button>
                <span class="note">or drop an .orrery file anywhere on the page</span>
            </footer>
        </Sheet>
    );
}
