import { parseForm, type Params } from '#api/form.ts'
import { refuseUnknown } from '#api/params.ts'
import { refuse } from '#api/refusals.ts'
import type { Route } from '#api/route.ts'

type Match = { route: Route; id: string }

/** Finds the route of a request. A path has at most one variable part, the id. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Match {
  const table = routes.map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replace(':id', '([\\w-]+)')}$`),
  }))
  return (method, path) => {
    for (const { route, pattern } of table) {
      if (route.method !== method) continue
      const match = pattern.exec(path)
      if (match) return { route, id: match[1] ?? '' }
    }
    const message = `Unrecognized request URL (${method}: ${path}): this sandbox has no ${path.split('/').slice(2).join('/')}.`
    throw Object.assign(refuse(404, { type: 'invalid_request_error', message }), { isUnread: true })
  }
}

const naming = ['test_clock', 'customer', 'subscription', 'charge', 'payment_intent', 'invoice']

/** The ids of the objects in a request, so that it runs in their time. */
export function objectsNamed(id: string, params: Params): string[] {
  return [...naming.map((name) => params[name]), id].filter((value) => typeof value === 'string')
}

/** The parameters of a request, checked against the route's. */
export function paramsOf(route: Route, form: string): Params {
  const params = parseForm(form)
  refuseUnknown(params, route.takes ?? [])
  return params
}
