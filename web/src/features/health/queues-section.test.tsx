import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { QueuesSection } from './queues-section.tsx'

const queueOf = (name: string) => ({ name, waiting: 1, active: 0, failed: 0 })

it('names the scheduling queue in words, and others as in the log', () => {
  render(<QueuesSection queues={[queueOf('__pgboss__send-it'), queueOf('send-letter')]} />)
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'scheduled work',
    'send-letter',
  ])
})
