/**
 * Preloaded into the site: throws the error its parent requests, as a bug would. The message contains personal data, as
 * database errors do.
 */
process.on('message', (request: { mistake: 'exception' | 'rejection' }) => {
  const error = new Error('Failed query: select\nparams: mina@club.example', {
    cause: Object.assign(new Error('no mailbox <mina@club.example>'), { code: '42P01' }),
  })
  if (request.mistake === 'rejection') void Promise.reject(error)
  else
    setImmediate(() => {
      throw error
    })
})
