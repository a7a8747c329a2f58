import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { QueuesSection } from './queues-section.tsx'

it('names what starts recurring work in words, and every other kind of work as the log does', () => {
  const figures = { waiting: 1, active: 0, failed: 0, waitingSeconds: 0 }
  const queues = ['__pgboss__send-it', 'send-letter'].map((name) => ({ name, ...figures }))
  render(<QueuesSection queues={queues} />)
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'what falls due by the clock',
    'send-letter',
  ])
})
