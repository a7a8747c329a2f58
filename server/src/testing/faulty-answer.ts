const leak =
  /syntax error|22P0|SQLSTATE|select .+ from |invalid input syntax|node_modules|\bat \w+ \(|drizzle|\bpg_|zod/i

/** Whether a response is a server error, or a refusal with more than a sentence for people. */
export const isFaulty = ({ status, text }: { status: number; text: string }) =>
  status >= 500 || (status >= 400 && leak.test(text))
