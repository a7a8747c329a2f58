/**
 * Preloaded into the site: throws the error its parent asks for, as a bug would. Its message contains
 * personal data, as database errors do.
 */
process.on('message', (told: { mistake: 'exception' | 'rejection' }) => {
  const error = new Error('Failed query: select\nparams: mina@club.example', {
    cause: Object.assign(new Error('no mailbox <mina@club.example>'), { code: '42P01' }),
  })
  if (told.mistake === 'rejection') void Promise.reject(error)
  else
    setImmediate(() => {
      throw error
    })
})
