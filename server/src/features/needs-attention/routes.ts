import { api } from '@touchline/contract/api.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { attentionItems } from './items.ts'
import { openWork } from './open-work.ts'

/** Binds the routes for what needs the attention of creators and admins. */
export function routes(route: Route, { db, clock }: Services): void {
  route(api.needsAttention.forAdmin, () => openWork(db))
  route(api.needsAttention.show, ({ viewer }) => attentionItems(db, viewer, clock.now()))
}
