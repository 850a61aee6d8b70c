// How the page is built: one script and one style sheet, so that both can be put into a single HTML file.
import { defineConfig } from 'vitest/config';

export default defineConfig({
    base: './',
    esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
    build: {
        outDir: process.env['ORRERY_STUDIO_OUT'] ?? '../../../build/studio',
        emptyOutDir: true,
        target: 'es2022',
        cssCodeSplit: false,
        assetsInlineLimit: 1 << 20,
        modulePreload: false,
        chunkSizeWarningLimit: 2000,
        rollupOptions: {
            output: {
                inlineDynamicImports: true,
                entryFileNames: 'studio.js',
                assetFileNames: 'studio[extname]',
            },
        },
    },
    test: {
        include: ['tests/**/*.test.ts', 'src/**/*.test.ts'],
    },
});
