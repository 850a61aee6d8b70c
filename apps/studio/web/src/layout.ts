// The layout by the size of the window. On small screens the panel becomes a sheet over the picture and the timeline becomes thin.
import { signal } from '@preact/signals';

const narrow = window.matchMedia('(max-width: 860px)');
const low = window.matchMedia('(max-height: 520px)');

export const isNarrow = signal(narrow.matches);
export const isCompactLayout = signal(low.matches);

narrow.addEventListener('change', () => (isNarrow.value = narrow.matches));
low.addEventListener('change', () => (isCompactLayout.value = low.matches));
