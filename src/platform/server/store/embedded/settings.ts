/** Uses files for shared memory, because the 64 MB of /dev/shm in a container may not be enough. */
export const sharedMemory = 'dynamic_shared_memory_type=mmap'

/** Settings for a small machine. A file `postgresql.conf` in the data folder is read after them and may change any of them. */
export const serverSettings = `# Written at every start. Change settings in postgresql.conf in the data folder: see docs/OPERATING.md.
max_connections = 100
shared_buffers = 64MB
work_mem = 8MB
maintenance_work_mem = 64MB
jit = off
max_parallel_workers_per_gather = 0
max_parallel_maintenance_workers = 0
max_worker_processes = 1
max_logical_replication_workers = 0
io_method = sync
wal_level = minimal
max_wal_senders = 0
max_wal_size = 256MB
min_wal_size = 32MB
timezone = 'UTC'
log_timezone = 'UTC'
# Errors of statements are logged by Holdout, without their values.
log_min_messages = log
log_min_error_statement = panic
log_error_verbosity = terse
log_min_duration_statement = 1s
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
log_checkpoints = off
log_line_prefix = '%m '
# A socket in the data folder is the only way in.
listen_addresses = ''
unix_socket_directories = '.'
${sharedMemory}
# Ends the statement of a client that is gone.
client_connection_check_interval = 1s`
