/** Counted for the puzzles drawn here in tests/train/tasks_test.cpp. */
export const givens = 'In our shifted puzzles 8.5 symbols are given on average, in those of the training 6.4.';
