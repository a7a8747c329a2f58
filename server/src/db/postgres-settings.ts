/**
 * Settings of our own server, given on its command line so that an upgrade can change them.
 * `durable: false` is for tests: it gives up what protects the data in a power cut.
 */
export function postgresSettings(socketDir: string, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: '5432',
    timezone: 'UTC',
    log_timezone: 'UTC',
    shared_buffers: '64MB',
    max_connections: durable ? '30' : '400',
    work_mem: '8MB',
    maintenance_work_mem: '32MB',
    max_wal_size: '256MB',
    max_wal_senders: '0',
    // Compiling queries and workers per query pay off for long reports only, and cost memory.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // The app reports failed statements itself, without people's data; only the server's own affairs go to its log.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
