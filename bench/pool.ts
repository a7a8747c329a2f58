import type { OpenDatabase } from '../server/src/db/database.ts'

export type Pool = OpenDatabase['pool']
