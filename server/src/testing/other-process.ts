import { mountApp } from '#app.ts'
import type { DatabaseAddress } from '#db/address.ts'
import { openDatabase } from '#db/database.ts'
import { openHttpServer } from '#http/server.ts'
import { openLive } from '#live/live-hub.ts'
import { type Caller, newCaller } from './caller.ts'
import type { Club } from './club.ts'

export function databaseOf({ services }: Pick<Club, 'services'>): DatabaseAddress {
  const { connectionString, host, port, user, database } = services.db.$client.options
  return connectionString
    ? { url: connectionString }
    : { connection: { host: host ?? '', port: port ?? 5432, user: user ?? '', database: database ?? '' } }
}

/** A second process of a club's site, on the same database and files. */
export async function otherProcess(
  club: Pick<Club, 'services' | 'clock'>,
): Promise<{ url: string; close(): Promise<void> }> {
  const { services, clock } = club
  const app = await openHttpServer(services.config, services.address)
  const live = openLive({ database: databaseOf(club), log: services.log })
  await mountApp(app, { ...services, live, clock }, null)
  await live.start()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    async close() {
      app.server.closeAllConnections()
      await app.close()
      await live.close()
    },
  }
}

/** Like `otherProcess`, with database connections and caches of its own. */
export async function separateProcess({ services, clock }: Pick<Club, 'services' | 'clock'>) {
  const database = openDatabase(databaseOf({ services }), { maxConnections: 4 })
  const other = await otherProcess({ clock, services: { ...services, db: database.db } })
  return {
    url: other.url,
    db: database.db,
    async close() {
      await other.close()
      await database.close()
    },
  }
}

/** A person's browser that calls the process at `url`. */
export function callerAt(url: string, who: Caller): Caller {
  const caller = newCaller(() => url, who)
  for (const [name, value] of who.cookies) caller.cookies.set(name, value)
  return caller
}
