const maxLength = 150
const maxExtension = 12
const reserved = /[<>:"|?*]/g
/** Controls, characters that reverse the direction of text, and characters that are not seen. */
const invisible = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u200B\u2060\uFEFF]/gu

/** A file name that is safe to show and to store on every system. A long name keeps its extension. */
export function attachmentName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const clean = last.replaceAll(invisible, '').replaceAll(reserved, '_').replaceAll(/\s+/g, ' ').trim()
  const visible = clean.replace(/^\.+/, '').replace(/[. ]+$/, '')
  if (visible === '') return 'file'
  const characters = Array.from(visible)
  if (characters.length <= maxLength) return visible
  const dot = characters.lastIndexOf('.')
  const extension = dot > 0 && characters.length - dot <= maxExtension ? characters.slice(dot) : []
  return [...characters.slice(0, maxLength - extension.length), ...extension].join('')
}
