const maxCharacters = 60

export function excerpt(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  const characters = Array.from(line)
  if (characters.length <= maxCharacters) return line
  return `${characters.slice(0, maxCharacters).join('').trimEnd()} …`
}
