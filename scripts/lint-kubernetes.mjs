import { readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { root } from './project.mjs'
import { say } from './say.mjs'

// npx puts the programs of its packages first on the path.
const packages = join(process.env.PATH.split(delimiter)[0], '..')

const folder = join(root, 'deploy', 'kubernetes')
let problems = 0
for (const name of readdirSync(folder)) {
  for (const document of parseAllDocuments(readFileSync(join(folder, name), 'utf8'))) {
    const resource = document.toJS()
    const problem = document.errors[0]?.message ?? (await problemOf(resource))
    if (!problem) continue
    problems += 1
    say(`${name}: ${resource?.kind} ${resource?.metadata?.name}: ${problem}`)
  }
}
process.exit(problems === 0 ? 0 : 1)

async function problemOf({ apiVersion, kind, ...rest }) {
  const schemas = apiVersion.includes('cnpg.io') ? '@kubernetes-models/cloudnative-pg' : 'kubernetes-models'
  const { [kind]: Model } = await import(pathToFileURL(join(packages, schemas, apiVersion, `${kind}.js`)))
  try {
    new Model(rest).validate()
    return null
  } catch (error) {
    return error.message
  }
}
