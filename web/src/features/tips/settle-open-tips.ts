import { useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/tips.ts'
import type { Tip } from '@touchline/contract/tips.ts'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { logProblem } from '#api/log.ts'
import { renewTips } from './requests.ts'

const isOpen = ({ status }: Tip) => status !== 'completed' && status !== 'failed'

/**
 * Has the server look again at tips that are not settled, once for each time they are seen open: somebody may be
 * coming back from their bank.
 */
export function useSettleOpenTips(tips: Tip[]) {
  const client = useQueryClient()
  const open = tips
    .filter(isOpen)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (open === '') return
    void Promise.all(open.split(',').map((id) => call(api.refresh, { params: { id } }))).then(
      (looked) => (looked.some(({ tip }) => !isOpen(tip)) ? renewTips(client) : undefined),
      (error: unknown) => logProblem('An open tip could not be looked at', error),
    )
  }, [open, client])
}
