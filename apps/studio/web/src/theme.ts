// Dark or light: as the system wishes until someone chooses.
import { effect } from '@preact/signals';
import { recall, remember } from './memory';
import type { State, Theme } from './state';

export function watchTheme(state: State): void {
    const wishes = window.matchMedia('(prefers-color-scheme: light)');
    const chosen = recall('theme');
    const bySystem = (): Theme => (wishes.matches ? 'light' : 'dark');
    state.theme.value = chosen === 'light' || chosen === 'dark' ? chosen : bySystem();
    wishes.addEventListener('change', () => {
        if (recall('theme') === null) {
            state.theme.value = bySystem();
        }
    });
    effect(() => {
        document.documentElement.dataset['theme'] = state.theme.value;
    });
}

export function chooseTheme(state: State, theme: Theme): void {
    remember('theme', theme);
    state.theme.value = theme;
}
