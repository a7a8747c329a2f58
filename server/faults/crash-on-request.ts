/**
 * Read by the site before its own code: makes the mistake its parent asks for, as a bug would. What goes wrong names
 * somebody, as errors of the database do.
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
