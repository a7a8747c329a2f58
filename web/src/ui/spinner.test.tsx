import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FullSpinner } from './spinner.tsx'

const page = join(import.meta.dirname, '../../index.html')

it('is part of the HTML before any script loads', async () => {
  const html = await readFile(page, 'utf8')
  const root = /<div id="root" data-waits>(.*)<\/div>\s*<noscript/s.exec(html)?.[1] ?? ''
  const drawn = root.replaceAll(/<!--.*?-->/gs, '').replaceAll(/\s+(?=<)|(?<=>)\s+/g, '')
  expect(drawn).toBe(renderToStaticMarkup(<FullSpinner />))
})
