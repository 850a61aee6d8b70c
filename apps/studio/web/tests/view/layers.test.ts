import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>('../../src/view/**/*.ts', { query: '?raw', import: 'default', eager: true });

/** Imports from a folder of the view, as `file: import`. */
function importsOf(files: RegExp, folders: string[]): string[] {
    return Object.entries(sources)
        .map(([path, text]) => [path.replace('../../src/view/', ''), text] as const)
        .filter(([path]) => files.test(path))
        .flatMap(([path, text]) =>
            [...text.matchAll(/from '([^']+)'/g)]
                .map(([, name]) => name!)
                .filter((name) => folders.some((folder) => name.includes(`/${folder}/`)))
                .map((name) => `${path}: ${name}`),
        );
}

describe('the folders of the view', () => {
    it.each([
        ['the interfaces', /^(renderer|view)\.ts$/, ['rigid', 'plane', 'circles', 'hex']],
        ['what renderers share', /^common\//, ['rigid', 'plane', 'circles', 'hex']],
        ['cameras, the pointer and lines', /^(camera|pointer|lines)\//, ['rigid', 'plane', 'circles', 'hex']],
        ['rigid worlds', /^rigid\//, ['plane', 'circles', 'hex']],
        ['flat worlds', /^plane\//, ['rigid', 'circles', 'hex']],
        ['worlds of circles', /^circles\//, ['rigid', 'hex']],
        ['hex worlds', /^hex\//, ['rigid', 'circles']],
    ])('%s import from none that they do not stand on', (_, files, folders) => {
        expect(Object.keys(sources).some((path) => files.test(path.replace('../../src/view/', '')))).toBe(true);
        expect(importsOf(files, folders)).toEqual([]);
    });

    it('are looked through', () => {
        expect(importsOf(/^makeRenderer\.ts$/, ['rigid'])).toEqual(['makeRenderer.ts: ./rigid/rigidRenderer']);
    });
});
