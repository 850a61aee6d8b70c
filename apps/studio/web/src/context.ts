// The way from any component to the studio it belongs to.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Studio } from './studio';

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
    const studio = useContext(StudioContext);
    if (!studio) {
        throw new Error('A component of the studio stands outside of it.');
    }
    return studio;
}
