import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { BalanceSheet } from './balance-sheet.tsx'
import { maxPrintedLines, usePrint } from './use-print.ts'

const line = (number: number) => ({
  id: `line-${number}`,
  group: number % 2 === 0 ? 'tips' : 'subscriptions',
  kind: 'tip',
  occurredAt: '2027-01-05T12:00:00.000Z',
  amountCents: 375,
  grossCents: 500,
  shareBasisPoints: 7500,
  name: `Fan ${number}`,
})

const everyLine = Array.from({ length: 120 }, (_, number) => line(number))

function Sheet({ count }: { count: number }) {
  const { lines, readCount, print } = usePrint('january', count)
  const balance = { openingCents: 0, closingCents: 45_000, heldCents: 0, payableCents: 45_000 }
  const groups = (['subscriptions', 'tips'] as const).map((group) => ({
    group,
    count: count / 2,
    amountCents: 22_500,
  }))
  return (
    <>
      <button type="button" onClick={print}>
        {readCount === null ? 'Print' : 'Reading'}
      </button>
      <BalanceSheet statementId="january" groups={groups} printed={lines} {...balance} />
    </>
  )
}

const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Print' }))

let stop = async () => {}
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await stop()
})

/** Serves the lines by the page, the second page only while `isUp`; notes how many names stood there at each print. */
async function open(count = everyLine.length) {
  const state = { isUp: true, calls: 0 }
  const printed: number[] = []
  window.print = () => void printed.push(document.body.textContent.match(/Fan \d+/g)?.length ?? 0)
  stop = await servePage(({ url = '' }, response) => {
    state.calls += 1
    const query = new URL(url, 'http://club').searchParams
    const from = Number(query.get('before') ?? 0)
    const to = from + Number(query.get('limit'))
    if (from > 0 && !state.isUp) {
      response.writeHead(503).end('{}')
      return
    }
    const next = to < everyLine.length ? String(to) : null
    response.end(JSON.stringify({ lines: everyLine.slice(from, to), next }))
  })
  openPage(() => <Sheet count={count} />)
  return { state, printed }
}

describe('a statement on paper', () => {
  it('loads every line once before printing', async () => {
    const { state, printed } = await open()
    await press()
    await waitFor(() => expect(printed).toEqual([120]))
    expect(state.calls).toBe(3)
    await press()
    expect(printed).toEqual([120, 120])
    expect(state.calls).toBe(3)
  })

  it('does not print incomplete lines, and retries', async () => {
    const { state, printed } = await open()
    state.isUp = false
    await press()
    await waitFor(() => expect(toastText()).toContain('Not printed'))
    expect(printed).toEqual([])
    state.isUp = true
    await press()
    await waitFor(() => expect(printed).toEqual([120]))
  })

  it('prints only sums for too many lines and points to the CSV file', async () => {
    const { state, printed } = await open(maxPrintedLines + 2)
    await press()
    expect(toastText()).toContain('The CSV file has every line.')
    expect(printed).toEqual([0])
    expect(state.calls).toBe(0)
  })
})
