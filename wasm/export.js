export default createInstance;
