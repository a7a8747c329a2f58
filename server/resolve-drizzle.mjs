import { registerHooks } from 'node:module'

/*
 * The package.json of drizzle-orm has 180 kB of exports, and Node 24 parses them for each import of the package and each
 * import within it: that was two thirds of the processor time of a start. Here they are parsed once for each name. All
 * files that an import leads to are ES modules, and name each other with their extensions.
 */
const isName = /^drizzle-orm(\/|$)/
const isFile = /\/node_modules\/drizzle-orm\//
const isRelative = /^\.\.?\//

const found = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context
    if (!conditions.includes('import')) return next(specifier, context)
    if (isRelative.test(specifier) && isFile.test(parentURL))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (!isName.test(specifier)) return next(specifier, context)
    const known = found.get(specifier) ?? next(specifier, context)
    found.set(specifier, known)
    return { ...known, shortCircuit: true }
  },
})
