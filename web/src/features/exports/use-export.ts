import { useMutation } from '@tanstack/react-query'
import { type DataType, estimatedBytesHeader, start } from '@touchline/contract/exports.ts'
import { useEffect, useRef, useState } from 'react'
import { download, type Downloaded } from '#api/download.ts'

/** Puts a file among the downloads of the browser. */
function saveFile({ file, name }: Downloaded): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // A browser may begin to read only after this moment.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** How many bytes have come; of how many at least, where that is known. */
export type Arrived = { bytes: number; ofBytes: number }

const nothing: Arrived = { bytes: 0, ofBytes: 0 }

/** Fetches an export and saves it; leaving the page or `cancel` ends it. */
export function useExport() {
  const [arrived, setArrived] = useState(nothing)
  const running = useRef<AbortController>(null)
  const cancel = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: async (types: DataType[]) => {
      const controller = new AbortController()
      running.current = controller
      setArrived(nothing)
      const dataTypes = Object.fromEntries(types.map((type) => [type, true]))
      const file = await download(start, {
        body: { dataTypes },
        signal: controller.signal,
        onProgress: (bytes, headers) =>
          setArrived({ bytes, ofBytes: Number(headers.get(estimatedBytesHeader) ?? 0) }),
      })
      saveFile(file)
    },
  })
  return { ...mutation, arrived, cancel }
}
