// Preferences in local storage, such as the theme. A page opened from a file may have no storage.

const prefix = 'orrery.';

export function loadPreference(name: string): string | null {
    try {
        return localStorage.getItem(prefix + name);
    } catch {
        return null;
    }
}

export function savePreference(name: string, value: string): void {
    try {
        localStorage.setItem(prefix + name, value);
    } catch {
        // Without storage it holds for this visit only.
    }
}
