//! The part of XLA's C interface for foreign functions that handlers need, as `xla/ffi/api/c_api.h` declares
//! it.
//!
//! The declarations are those of version 0.1 (jax 0.6). Those of versions up to 0.5 (jax 0.12) have the same
//! layout: they have other names and more fields at their ends. XLA accepts handlers of version 0.1. A test
//! compares this file with the header of the jaxlib that is installed.

use std::ffi::{c_char, c_int, c_void};

/// The version whose declarations these are.
pub const MAJOR_VERSION: c_int = 0;
pub const MINOR_VERSION: c_int = 1;

/// `XLA_FFI_Extension_Metadata`.
pub const METADATA_EXTENSION: c_int = 1;
/// `XLA_FFI_Error_Code_INVALID_ARGUMENT`.
pub const INVALID_ARGUMENT: c_int = 3;
/// `XLA_FFI_ExecutionStage_EXECUTE`.
pub const EXECUTE: c_int = 3;
/// `XLA_FFI_ArgType_BUFFER` and `XLA_FFI_RetType_BUFFER`.
pub const BUFFER: c_int = 1;
/// `XLA_FFI_AttrType_STRING`.
pub const STRING: c_int = 4;

/// `XLA_FFI_DataType`, as far as handlers use it.
pub mod data_type {
    use std::ffi::c_int;

    pub const PRED: c_int = 1;
    pub const S8: c_int = 2;
    pub const S32: c_int = 4;
    pub const U8: c_int = 6;
    pub const U32: c_int = 8;
    pub const F16: c_int = 10;
    pub const F32: c_int = 11;
}

/// An error, which belongs to XLA.
#[repr(C)]
pub struct Error {
    _private: [u8; 0],
}

#[repr(C)]
pub struct ExtensionBase {
    pub struct_size: usize,
    pub kind: c_int,
    pub next: *mut ExtensionBase,
}

#[repr(C)]
pub struct ApiVersion {
    pub struct_size: usize,
    pub extension_start: *mut ExtensionBase,
    pub major: c_int,
    pub minor: c_int,
}

#[repr(C)]
pub struct ErrorCreateArgs {
    pub struct_size: usize,
    pub extension_start: *mut ExtensionBase,
    pub message: *const c_char,
    pub code: c_int,
}

/// The beginning of `XLA_FFI_Api`. Further functions follow.
#[repr(C)]
pub struct Api {
    pub struct_size: usize,
    pub extension_start: *mut ExtensionBase,
    pub version: ApiVersion,
    pub internal: *const c_void,
    pub error_create: unsafe extern "C" fn(*mut ErrorCreateArgs) -> *mut Error,
}

#[repr(C)]
pub struct Buffer {
    pub struct_size: usize,
    pub extension_start: *mut ExtensionBase,
    pub data_type: c_int,
    pub data: *mut c_void,
    pub rank: i64,
    pub dims: *const i64,
}

#[repr(C)]
pub struct ByteSpan {
    pub ptr: *const u8,
    pub len: usize,
}

/// `XLA_FFI_Args` and `XLA_FFI_Rets`, which have the same fields.
#[repr(C)]
pub struct Values {
    pub struct_size: usize,
    pub extension_start: *mut ExtensionBase,
    pub size: i64,
    pub types: *const c_int,
    pub values: *const *const c_void,
}

#[repr(C)]
pub struct Attrs {
    pub struct_size: usize,
    pub extension_start: *mut ExtensionBase,
    pub size: i64,
    pub types: *const c_int,
    pub names: *const *const ByteSpan,
    pub values: *const *const c_void,
}

/// The beginning of `XLA_FFI_CallFrame`. A future for asynchronous work follows.
#[repr(C)]
pub struct CallFrame {
    pub struct_size: usize,
    pub extension_start: *mut ExtensionBase,
    pub api: *const Api,
    pub context: *mut c_void,
    pub stage: c_int,
    pub args: Values,
    pub rets: Values,
    pub attrs: Attrs,
}

/// The beginning of `XLA_FFI_Metadata`. Later versions add the type of a state, of which there is none.
#[repr(C)]
pub struct Metadata {
    pub struct_size: usize,
    pub version: ApiVersion,
    pub traits: u32,
}

#[repr(C)]
pub struct MetadataExtension {
    pub base: ExtensionBase,
    pub metadata: *mut Metadata,
}
