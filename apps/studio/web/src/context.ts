// Gives every component access to the studio.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Studio } from './studio';

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
    const studio = useContext(StudioContext);
    if (!studio) {
        throw new Error('A component of the studio is used outside of its provider.');
    }
    return studio;
}
