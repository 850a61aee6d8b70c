// The tree of branches: switch, rename, delete, and compare with the branch on show.
import { useSignal } from '@preact/signals';
import { useStudio } from '../context';
import type { Branch } from '../protocol';
import { formatTime } from '../time/format';
import { Button } from '../widgets/Button';
import { Section } from '../widgets/Section';
import { branchTree } from './branchTree';

export function Branches() {
    const studio = useStudio();
    const standing = studio.state.standing.value;
    if (!standing) {
        return null;
    }
    const add = <Button icon="branch" title="New branch from the current frame" onClick={() => void studio.branchHere()} />;
    return (
        <Section name="branches" title="Branches" aside={add}>
            <Difference />
            <ul class="branches">
                {branchTree(standing.branches).map(({ branch, depth }) => (
                    <BranchRow key={branch.id} branch={branch} depth={depth} isShown={branch.id === standing.branch} />
                ))}
            </ul>
        </Section>
    );
}

/** The first difference from the compared branch. */
function Difference() {
    const studio = useStudio();
    const { state } = studio;
    const comparison = state.comparison.value;
    if (!comparison) {
        return null;
    }
    const { frame, key } = comparison;
    return (
        <div class="difference">
            <p>{comparison.what}</p>
            <div class="cluster">
                {frame !== null && (
                    <Button
                        title="Go to the first difference"
                        onClick={() => {
                            studio.seek(frame);
                            if (key !== null) {
                                studio.select(key);
                            }
                        }}
                    >
                        Go there
                    </Button>
                )}
                <Button title="Stop comparing" onClick={() => studio.stopComparing()}>
                    Stop comparing
                </Button>
            </div>
        </div>
    );
}

function BranchRow({ branch, depth, isShown }: { branch: Branch; depth: number; isShown: boolean }) {
    const studio = useStudio();
    const { state } = studio;
    const isRenaming = useSignal(false);
    const comparison = state.comparison.value?.branch === branch.id ? state.comparison.value : null;

    function rename(name: string): void {
        isRenaming.value = false;
        if (name.trim() !== '' && name !== branch.name) {
            void studio.ask({ do: 'rename', branch: branch.id, name: name.trim() });
        }
    }
    function toggleCompare(mode: 'faint' | 'beside'): void {
        if (comparison?.mode === mode) {
            studio.stopComparing();
        } else {
            void studio.compare(branch.id, mode);
        }
    }

    const time = formatTime(branch.parted * state.timeStep.value, 2);
    return (
        <li class={`branch ${isShown ? 'shown' : ''} ${branch.isGhost ? 'ghost' : ''}`} style={{ paddingLeft: `${4 + depth * 14}px` }}>
            {isRenaming.value ? (
                <input
                    class="rename"
                    type="text"
                    aria-label="Name of the branch"
                    defaultValue={branch.name}
                    ref={(element) => element?.focus()}
                    onBlur={(event) => rename(event.currentTarget.value)}
                    onKeyDown={(event) => {
                        if (event.key === 'Enter') {
                            rename(event.currentTarget.value);
                        } else if (event.key === 'Escape') {
                            isRenaming.value = false;
                        }
                    }}
                />
            ) : (
                <button
                    type="button"
                    class="branch-name"
                    title={
                        isShown
                            ? 'On show; double-click to rename'
                            : branch.isGhost
                              ? 'Restore this future as a branch'
                              : 'Switch to this branch'
                    }
                    aria-current={isShown}
                    onClick={() => !isShown && void studio.ask({ do: 'switch', branch: branch.id })}
                    onDblClick={() => (isRenaming.value = true)}
                    onKeyDown={(event) => event.key === 'F2' && (isRenaming.value = true)}
                >
                    <i />
                    <span class="grow">{branch.name}</span>
                    <small>{branch.parent === null ? 'first' : time}</small>
                </button>
            )}
            {!isShown && (
                <div class="cluster">
                    <Button
                        icon="faint"
                        title="Compare as a faint overlay"
                        isOn={comparison?.mode === 'faint'}
                        onClick={() => toggleCompare('faint')}
                    />
                    <Button
                        icon="beside"
                        title="Compare side by side"
                        isOn={comparison?.mode === 'beside'}
                        onClick={() => toggleCompare('beside')}
                    />
                    <Button icon="close" title="Delete this branch" onClick={() => void studio.ask({ do: 'drop', branch: branch.id })} />
                </div>
            )}
        </li>
    );
}
