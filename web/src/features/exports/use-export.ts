import { useMutation } from '@tanstack/react-query'
import { type DataType, estimatedBytesHeader, start } from '@touchline/contract/exports.ts'
import { useEffect, useRef, useState } from 'react'
import { download, type Downloaded } from '#api/download.ts'

function saveFile({ file, name }: Downloaded): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the URL only later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export type Progress = { bytes: number; ofBytes: number }

const nothing: Progress = { bytes: 0, ofBytes: 0 }

/** Downloads an export. Leaving the page aborts it. */
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
