/** The reason why a panel of a session without trades is empty, and what the user can do. */
export const NO_TRADES = 'There are no trades yet. Import a file, or send trades over the API.';
