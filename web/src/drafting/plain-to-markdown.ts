/** Returns Markdown that shows a plain text line by line as it was typed. */
export const plainToMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>&#!]/g, String.raw`\$&`)
    .replaceAll(/^[ \t]+/gm, '')
    .replaceAll(/^[-+=~]/gm, String.raw`\$&`)
    .replaceAll(/^(\d{1,9})([.)])/gm, String.raw`$1\$2`)
