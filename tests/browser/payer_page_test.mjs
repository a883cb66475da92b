// The payer's page in a real browser. One program: one service and one browser serve all its tests, which run in turn.
import './first_sight_test.mjs';
import './live_status_test.mjs';
import './closed_states_test.mjs';
import './copying_test.mjs';
