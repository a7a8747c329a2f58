import type { Media } from '@touchline/contract/media.ts'

type Props = { sources: Media['sources']; sizes: string }

export function PictureSources({ sources: all, sizes }: Props) {
  const formats = Map.groupBy(all, ({ mimeType }) => mimeType)
  return [...formats].map(([mimeType, sources]) => {
    const srcSet = sources.map(({ url, width }) => `${url} ${width}w`).join(', ')
    return <source key={mimeType} type={mimeType} srcSet={srcSet} sizes={sizes} />
  })
}
