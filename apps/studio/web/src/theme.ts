// Dark or light: as the system wishes until someone chooses.
import { effect } from '@preact/signals';
import { loadPreference, savePreference } from './preferences';
import type { State, Theme } from './state';

export function watchTheme(state: State): void {
    const wishes = window.matchMedia('(prefers-color-scheme: light)');
    const chosen = loadPreference('theme');
    const bySystem = (): Theme => (wishes.matches ? 'light' : 'dark');
    state.theme.value = chosen === 'light' || chosen === 'dark' ? chosen : bySystem();
    wishes.addEventListener('change', () => {
        if (loadPreference('theme') === null) {
            state.theme.value = bySystem();
        }
    });
    effect(() => {
        document.documentElement.dataset['theme'] = state.theme.value;
    });
}

export function chooseTheme(state: State, theme: Theme): void {
    savePreference('theme', theme);
    state.theme.value = theme;
}
