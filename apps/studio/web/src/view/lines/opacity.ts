// How ghost lines fade. Pure.
import type { GhostPath } from '../view';

/** How much of a path is seen at a share of its way. */
export function opacityAlong(style: GhostPath['style'], share: number): number {
    switch (style) {
        case 'future':
            return 0.95 - 0.75 * share;
        case 'past':
            return 0.08 + 0.47 * share; // it ends where the body is now
        case 'other':
            return 0.7 - 0.5 * share;
    }
}
