// How much room there is. On small screens panels become sheets over the picture and the timeline gets thin.
import { signal } from '@preact/signals';

const narrow = window.matchMedia('(max-width: 860px)');
const low = window.matchMedia('(max-height: 520px)');

export const isNarrow = signal(narrow.matches);
export const isCompactLayout = signal(low.matches);

narrow.addEventListener('change', () => (isNarrow.value = narrow.matches));
low.addEventListener('change', () => (isCompactLayout.value = low.matches));
