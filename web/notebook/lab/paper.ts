/** Of the puzzles that are drawn here, counted in tests/train/tasks_test.cpp. */
export const givens = 'In our shifted puzzles 8.5 symbols are given on average, in those of the training 6.4.';
