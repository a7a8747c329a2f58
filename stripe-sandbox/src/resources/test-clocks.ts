import type { Params } from '#api/form.ts'
import { text, integer } from '#api/params.ts'
import { invalid, malformed } from '#api/refusals.ts'
import { findOrRefuse, listRoute, readRoute, type Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { day } from '#resources/balance-transactions.ts'
import { deleteCustomer } from '#resources/customers.ts'
import { addMonths, periodEnd } from '#resources/periods.ts'

type TestClock = Kinds['test_helpers.test_clock']

const lifeSeconds = 30 * day

function frozenTimeAsked(params: Params): number {
  const at = integer(params, 'frozen_time')
  if (at === undefined)
    throw malformed('Missing required param: frozen_time.', 'frozen_time', 'parameter_missing')
  if (at < 0) throw invalid('Invalid timestamp: must be an integer Unix timestamp.', 'frozen_time')
  return at
}

function create(world: World, params: Params): TestClock {
  const clock: TestClock = {
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created: world.now(),
    deletes_after: world.now() + lifeSeconds,
    frozen_time: frozenTimeAsked(params),
    livemode: false,
    name: text(params, 'name') || null,
    status: 'ready',
    status_details: {},
  }
  world.store.add(clock)
  world.emit('test_helpers.test_clock.created', clock)
  world.schedule('delete_clock', clock.id, clock.deletes_after)
  return clock
}

/** How far the clock may advance in one step: two intervals of its shortest live subscription, else two years. */
function furthest(world: World, clock: TestClock): number {
  const { data } = world.store.page({ kind: 'subscription', where: { clock: clock.id }, limit: 1000 })
  const ends = data
    .filter((subscription) => subscription.ended_at === null)
    .flatMap((subscription) => subscription.items.data)
    .map((item) => item.price.recurring ?? { interval: 'month', interval_count: 1 })
    .map((every) => periodEnd(clock.frozen_time, 2, every))
  return ends.length > 0 ? Math.min(...ends) : addMonths(clock.frozen_time, 24)
}

function advance(world: World, clock: TestClock, params: Params): TestClock {
  const target = frozenTimeAsked(params)
  if (clock.status !== 'ready') throw invalid('This test clock failed to advance and cannot go on.')
  if (target <= clock.frozen_time)
    throw invalid("The time must be after the test clock's current frozen time.", 'frozen_time')
  if (target > furthest(world, clock))
    throw invalid(
      'The time cannot be more than two intervals of the shortest subscription of this test clock ahead, or two ' +
        'years when it has none. Advance in several steps.',
      'frozen_time',
    )
  const status_details = { advancing: { target_frozen_time: target } }
  world.amend(clock, { status: 'advancing', status_details })
  world.emit('test_helpers.test_clock.advancing', clock)
  world.advancing(clock.id)
  return clock
}

/** Deletes a clock with its customers, whose subscriptions end; what they paid stays readable. */
export function deleteTestClock(world: World, clock: TestClock): object {
  const where = { clock: clock.id }
  for (;;) {
    const { data } = world.store.page({ kind: 'customer', where, exceptState: 'deleted', limit: 100 })
    if (data.length === 0) break
    world.atTime(clock.frozen_time, clock.id, () => {
      for (const customer of data) deleteCustomer(world, customer.id)
    })
  }
  world.inOwnTime(() => leave(world, clock))
  return { id: clock.id, object: clock.object, deleted: true }
}

// What remains continues in the sandbox's own time, which may never reach the clock's.
function leave(world: World, clock: TestClock): void {
  const { store } = world
  store.sql('DELETE FROM due WHERE clock = ?').run(clock.id)
  store
    .sql(
      `UPDATE objects SET json = json_set(json, '$.available_on', min(json_extract(json, '$.available_on'), ?))
       WHERE clock = ? AND kind = 'balance_transaction'`,
    )
    .run(world.now(), clock.id)
  store.events.adopt(clock.id, world.now())
  world.unschedule('delete_clock', clock.id)
  store.remove(clock.id)
  world.emit('test_helpers.test_clock.deleted', clock)
}

export const testClockRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks',
    takes: ['frozen_time', 'name'],
    run: (world, { params }) => create(world, params),
  },
  listRoute('/v1/test_helpers/test_clocks', 'test_helpers.test_clock'),
  readRoute('/v1/test_helpers/test_clocks/:id', 'test_helpers.test_clock'),
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks/:id/advance',
    takes: ['frozen_time'],
    run: (world, { id, params }) =>
      advance(world, findOrRefuse(world, 'test_helpers.test_clock', id), params),
  },
  {
    method: 'DELETE',
    path: '/v1/test_helpers/test_clocks/:id',
    run: (world, { id }) => deleteTestClock(world, findOrRefuse(world, 'test_helpers.test_clock', id)),
  },
]
