import { guardConnections } from './guard-connections.ts'

// Imported by the programs that read untrusted files. They never need a connection.
guardConnections([], () => {})
