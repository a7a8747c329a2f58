declare module '*.md' {
  export const document: import('#markdown-document.ts').MarkdownDocument
}
