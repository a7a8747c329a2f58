import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live } from '#live/live.ts'
import { renewTips } from './requests.ts'

export function useLiveTips() {
  const client = useQueryClient()
  useEffect(
    () =>
      live.subscribe({
        onMessage({ type }) {
          if (type === 'tip_received' || type === 'tip_acknowledged') void renewTips(client)
        },
        onMissed: () => void renewTips(client),
      }),
    [client],
  )
}
