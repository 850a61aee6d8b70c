// The top bar: the open scene, the tools, undo and redo, overlays, and the menu.
import { useStudio } from '../context';
import { exportPage, saveRecording, shareLink } from '../files';
import { overlaysOf } from '../state';
import { chooseTheme } from '../theme';
import { plural } from '../time/format';
import type { Overlays, Tool } from '../view/view';
import { Button } from '../widgets/Button';
import type { IconName } from '../widgets/Icon';
import { Icon } from '../widgets/Icon';
import { Menu } from '../widgets/Menu';

export function TopBar() {
    const studio = useStudio();
    const { state } = studio;
    const standing = state.standing.value;
    return (
        <header class="top-bar">
            <SceneButton />
            <Tools />
            <div class="cluster">
                <Button icon="undo" title="Undo (Ctrl Z)" isDisabled={!standing?.canUndo} onClick={() => studio.undo()} />
                <Button icon="redo" title="Redo (Ctrl Shift Z)" isDisabled={!standing?.canRedo} onClick={() => studio.redo()} />
            </div>
            <span class="spring" />
            {standing && standing.watchers > 1 && (
                <span class="watchers wide-only" title={`${plural(standing.watchers, 'page')} watch this session and share its timeline`}>
                    <Icon name="people" />
                    {standing.watchers}
                </span>
            )}
            <div class="cluster">
                <OverlayMenu />
                <Button
                    class="wide-only"
                    icon="gauge"
                    title="Performance"
                    isOn={state.showsPerformance.value}
                    onClick={() => (state.showsPerformance.value = !state.showsPerformance.value)}
                />
                <FileMenu />
                <Button
                    icon="panel"
                    title={state.isSideOpen.value ? 'Hide the panel' : 'Show the panel'}
                    isOn={state.isSideOpen.value}
                    onClick={() => (state.isSideOpen.value = !state.isSideOpen.value)}
                />
            </div>
        </header>
    );
}

function SceneButton() {
    const { state } = useStudio();
    const welcome = state.welcome.value;
    return (
        <button
            type="button"
            class="button plain scene-button"
            title={welcome?.about || 'The open scene'}
            aria-label={`Scenes; open: ${welcome?.title ?? 'none'}`}
            aria-haspopup="dialog"
            onClick={() => (state.dialog.value = 'scenes')}
        >
            <svg class="mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
                <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="1.2" opacity="0.5" />
                <circle cx="10" cy="10" r="3" fill="currentColor" />
                <circle cx="16.2" cy="5" r="2" fill="currentColor" />
            </svg>
            <span class="scene-title">{welcome?.title ?? 'Orrery'}</span>
            <Icon name="chevron" />
        </button>
    );
}

const tools: { tool: Tool; icon: IconName; name: string; title: string }[] = [
    { tool: 'look', icon: 'look', name: 'Look', title: 'Look around and select (1)' },
    { tool: 'push', icon: 'push', name: 'Push', title: 'Push: drag from a body at the current frame (2)' },
    { tool: 'spawn', icon: 'spawn', name: 'Spawn', title: 'Spawn: click to add a body at the current frame (3)' },
];

function Tools() {
    const { state } = useStudio();
    return (
        <div class="segments" role="group" aria-label="Tool">
            {tools.map(({ tool, icon, name, title }) => (
                <Button icon={icon} title={title} isOn={state.tool.value === tool} onClick={() => (state.tool.value = tool)}>
                    <span class="wide-only">{name}</span>
                </Button>
            ))}
        </div>
    );
}

const overlayTitles: Record<keyof Overlays, string> = {
    contacts: 'Contacts',
    islands: 'Islands',
    sleeping: 'Sleeping',
    velocities: 'Velocities',
    boxes: 'Boxes',
    joints: 'Joints',
};

function OverlayMenu() {
    const { state } = useStudio();
    const overlays = state.overlays.value;
    const names = overlaysOf(state.welcome.value);
    return (
        <Menu icon="layers" title="Overlays" align="right" isOn={names.some((name) => overlays[name])}>
            {() =>
                names.map((name) => (
                    <label class="check">
                        <input
                            type="checkbox"
                            checked={overlays[name]}
                            onChange={() => (state.overlays.value = { ...overlays, [name]: !overlays[name] })}
                        />
                        {overlayTitles[name]}
                    </label>
                ))
            }
        </Menu>
    );
}

function FileMenu() {
    const studio = useStudio();
    const { state, connection } = studio;
    const isLight = state.theme.value === 'light';
    const entries: { icon: IconName; title: string; isThere: boolean; run: () => void }[] = [
        {
            icon: 'download',
            title: 'Download the recording',
            isThere: state.welcome.value?.canRecord ?? false,
            run: () => void saveRecording(studio),
        },
        { icon: 'page', title: 'Export as a single page', isThere: connection.exportPage !== null, run: () => void exportPage(studio) },
        { icon: 'link', title: 'Copy a link to this moment', isThere: true, run: () => void shareLink(studio) },
        { icon: 'gauge', title: 'Performance', isThere: true, run: () => (state.showsPerformance.value = !state.showsPerformance.value) },
        {
            icon: isLight ? 'moon' : 'sun',
            title: isLight ? 'Dark' : 'Light',
            isThere: true,
            run: () => chooseTheme(state, isLight ? 'dark' : 'light'),
        },
        { icon: 'help', title: 'Keyboard shortcuts', isThere: true, run: () => (state.dialog.value = 'shortcuts') },
    ];
    return (
        <Menu icon="more" title="Download, export, share and more" align="right">
            {(close) =>
                entries
                    .filter((entry) => entry.isThere)
                    .map((entry) => (
                        <button
                            type="button"
                            class="entry"
                            onClick={() => {
                                close();
                                entry.run();
                            }}
                        >
                            <Icon name={entry.icon} />
                            {entry.title}
                        </button>
                    ))
            }
        </Menu>
    );
}
