/** `application_name` of the connections of the service and its commands, as shown in `pg_stat_activity`. */
export const APPLICATION_NAME = 'backtest-session-service';
