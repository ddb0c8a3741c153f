import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = dirname(fileURLToPath(import.meta.url))

/** The same pages as one classic script, for published copies: modules don't load from a file. */
export default defineConfig({
  root,
  base: './',
  publicDir: 'public',
  plugins: [react()],
  build: {
    outDir: '../dist/web-bundle',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    sourcemap: false,
    chunkSizeWarningLimit: 1500,
    modulePreload: false,
    rolldownOptions: {
      input: join(root, 'src', 'main.tsx'),
      // One script imports nothing.
      transform: { define: { 'import.meta': '{}' } },
      output: {
        format: 'iife',
        codeSplitting: false,
        entryFileNames: 'app.js',
        assetFileNames: 'app[extname]',
      },
    },
  },
  logLevel: 'warn',
})
