// After an edit: as soon as the new future is computed, the one before is drawn faintly over it.
import { effect, untracked } from '@preact/signals';
import type { Studio } from './studio';
import { withdrawActions } from './toasts';

export function watchChange(studio: Studio): void {
    // Undo concerns the branch on show: after a switch, messages must not offer it any more.
    let branch: number | null = null;
    effect(() => {
        const now = studio.state.standing.value?.branch ?? null;
        if (now !== branch) {
            branch = now;
            untracked(() => withdrawActions(studio.state));
        }
    });
    effect(() => {
        const standing = studio.state.standing.value;
        const before = studio.knownBeforeChange;
        if (!standing || standing.isRewriting || !before) {
            return;
        }
        const ghost = standing.branches.find((branch) => branch.isGhost && !before.branches.has(branch.id));
        if (!ghost) {
            return;
        }
        studio.knownBeforeChange = null;
        untracked(() => void studio.compare(ghost.id, 'faint'));
    });
}
