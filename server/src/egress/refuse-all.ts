import { guardConnections } from './guard-connections.ts'

// Imported before the programs that read files of strangers, which have nobody to connect to.
guardConnections([], () => {})
