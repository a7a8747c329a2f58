import { readFileSync } from 'node:fs'

/**
 * Reads the instructions of a Dockerfile in order, as `{ name, words }`, with continued lines joined and ARGs filled
 * in.
 */
export function readDockerfile(file) {
  const text = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
  const args = new Map()
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
      const words = rest.replaceAll(/\$\{(\w+)\}/g, (_all, arg) => args.get(arg) ?? '')
      if (name === 'ARG') args.set(...words.split('='))
      return { name, words }
    })
}

/** Returns a function that says whether .dockerignore excludes a path; it supports the patterns ours uses. */
export function ignores(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const names = lines
    .filter((line) => line.startsWith('**/'))
    .map((line) => new RegExp(`^${line.slice(3).replaceAll('.', '\\.').replaceAll('*', '.*')}$`))
  const paths = lines.filter((line) => /^[a-z]/.test(line))
  return (path) =>
    !kept.some((one) => path === one || path.startsWith(`${one}/`)) ||
    path.split('/').some((part) => names.some((name) => name.test(part))) ||
    paths.some((one) => path === one || path.startsWith(`${one}/`))
}
