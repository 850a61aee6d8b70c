// Dark or light: the preference of the system until the user chooses.
import { effect } from '@preact/signals';
import { loadPreference, savePreference } from './preferences';
import type { State, Theme } from './state';

export function watchTheme(state: State): void {
    const systemTheme = window.matchMedia('(prefers-color-scheme: light)');
    const chosen = loadPreference('theme');
    const preferred = (): Theme => (systemTheme.matches ? 'light' : 'dark');
    state.theme.value = chosen === 'light' || chosen === 'dark' ? chosen : preferred();
    systemTheme.addEventListener('change', () => {
        if (loadPreference('theme') === null) {
            state.theme.value = preferred();
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
